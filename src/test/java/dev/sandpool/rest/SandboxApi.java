package dev.sandpool.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** The service as a typed JAX-RS client sees it; an interface, as MicroShed wants. */
@Path("/")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public interface SandboxApi {

  @POST
  @Path("/sandboxes")
  Response create(String json);

  @GET
  @Path("/sandboxes")
  String list(@QueryParam("label") String label);

  @GET
  @Path("/sandboxes/{id}")
  Response get(@PathParam("id") String id);

  @DELETE
  @Path("/sandboxes/{id}")
  Response delete(@PathParam("id") String id);

  @POST
  @Path("/sandboxes/{id}/exec")
  String exec(@PathParam("id") String id, String json);

  @GET
  @Path("/pools")
  String pools();
}
