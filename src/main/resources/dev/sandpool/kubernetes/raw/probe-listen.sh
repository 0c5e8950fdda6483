# Answers every connection to port $PORT of address $ADDRESS with one word, by any tool that is there.
has() { command -v "$1" >/dev/null 2>&1; }

if has python3; then
  exec python3 -c '
import os, socket
address, port = os.environ["ADDRESS"], int(os.environ["PORT"])
family = socket.AF_INET6 if ":" in address else socket.AF_INET
server = socket.create_server((address, port), family=family)
while True:
    caller, _ = server.accept()
    caller.sendall(b"sandpool\n")
    caller.close()
'
elif has perl; then
  exec perl -MIO::Socket::IP -e '
my $server = IO::Socket::IP->new(LocalHost => $ENV{ADDRESS}, LocalPort => $ENV{PORT}, Listen => 5)
  or die $@;
while (1) {
  my $caller = $server->accept or next;
  print $caller "sandpool\n";
  close $caller;
}
'
elif has nc; then
  # It serves one caller at a time; the pause is for one that cannot listen at all.
  while :; do
    echo sandpool | nc -l -p "$PORT" >/dev/null 2>&1 || sleep 1
  done
fi
exit 64
