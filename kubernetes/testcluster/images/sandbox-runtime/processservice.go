package main

import (
	"context"
	"log"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// serveProcesses speaks gRPC on port 9090, or on SANDBOXD_GRPC_PORT.
func serveProcesses(p *processes) {
	server := grpc.NewServer(grpc.ForceServerCodec(codec{}))
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "process.v1.ProcessService",
		HandlerType: (*any)(nil),
		Streams: []grpc.StreamDesc{{
			StreamName:    "Start",
			ServerStreams: true,
			Handler: func(_ any, stream grpc.ServerStream) error {
				in := &incoming{read: readStart}
				if err := stream.RecvMsg(in); err != nil {
					return err
				}
				log.Printf("Start %q", in.config.command)
				return p.start(stream.Context(), in.request, func(r reply) error { return stream.SendMsg(r) })
			},
		}},
		Methods: []grpc.MethodDesc{
			unary("Execute", readStart, p.execute),
			unary("WriteStdin", readStdin, p.writeStdin),
			unary("SendSignal", readSignal, p.sendSignal),
			unary("ResizeTTY", readResize, p.resize),
		},
	}, p)
	log.Fatal(server.Serve(listen(setting("SANDBOXD_GRPC_PORT", "9090"))))
}

func unary(name string, read reader, do func(context.Context, request) (reply, error)) grpc.MethodDesc {
	return grpc.MethodDesc{
		MethodName: name,
		Handler: func(_ any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
			in := &incoming{read: read}
			if err := decode(in); err != nil {
				return nil, status.Error(codes.InvalidArgument, err.Error())
			}
			return do(ctx, in.request)
		},
	}
}
