// What stands in for agent-sandbox's own programs in Pods of the test cluster: the
// two runtimes that a sandbox may have, and the router before them. All speak the
// documented protocols, traps included, and misbehave when they are told to.
//
//	sandbox-runtime legacy     the older HTTP API, on port 8888
//	sandbox-runtime sandboxd   files over HTTP on 8080, processes over gRPC on 9090
//	sandbox-runtime router     passes requests on to sandboxes, on 8080
//
// Settings come from the environment:
//
//	LISTEN_HOST    where to listen (all addresses)
//	LISTEN_PORT    another port for HTTP
//	LISTEN_DELAY   how long to wait before listening, as in 5s
//	CONTROL_ADDR   where faults are set and requests are counted (:7070); see faults.go
package main

import (
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	log.SetFlags(log.Ltime | log.Lmicroseconds)
	if len(os.Args) != 2 {
		log.Fatal("usage: sandbox-runtime legacy|sandboxd|router")
	}
	faults := newFaults()
	go func() {
		log.Fatal(http.ListenAndServe(setting("CONTROL_ADDR", ":7070"), faults.control()))
	}()
	time.Sleep(duration("LISTEN_DELAY", 0))
	switch os.Args[1] {
	case "legacy":
		serve("8888", faults.around(newLegacy()))
	case "sandboxd":
		processes := newProcesses(setting("SANDBOXD_ROOT", "/workspace"))
		go serveProcesses(processes)
		serve("8080", faults.around(newFiles(processes.root)))
	case "router":
		serve("8080", faults.around(newRouter()))
	default:
		log.Fatalf("%s is neither legacy, sandboxd nor router", os.Args[1])
	}
}

func serve(port string, handler http.Handler) {
	listener := listen(setting("LISTEN_PORT", port))
	log.Fatal(http.Serve(listener, handler))
}

func listen(port string) net.Listener {
	listener, err := net.Listen("tcp", net.JoinHostPort(setting("LISTEN_HOST", ""), port))
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("%s listens on %s", os.Args[1], listener.Addr())
	return listener
}

func setting(name, usual string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return usual
}

func duration(name string, usual time.Duration) time.Duration {
	value, err := time.ParseDuration(setting(name, usual.String()))
	if err != nil {
		log.Fatalf("%s: %v", name, err)
	}
	return value
}
