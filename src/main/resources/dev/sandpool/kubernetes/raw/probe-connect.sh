# Ends with 0 if port $PORT of address $ADDRESS answers with the word, with 1 if not, and with 64 if
# there is no tool to try it with. A connection alone is no answer: a proxy beside the container
# would accept it.
has() { command -v "$1" >/dev/null 2>&1; }
reached() {
  case $1 in sandpool*) exit 0 ;; esac
  exit 1
}

if has python3; then
  reached "$(python3 -c '
import os, socket
with socket.create_connection((os.environ["ADDRESS"], int(os.environ["PORT"])), 2) as server:
    server.settimeout(2)
    print(server.recv(8).decode())
' 2>/dev/null)"
elif has perl; then
  reached "$(perl -MIO::Socket::IP -e '
alarm 3;
my $server = IO::Socket::IP->new(PeerHost => $ENV{ADDRESS}, PeerPort => $ENV{PORT}, Timeout => 2)
  or exit 1;
print scalar <$server>;
' 2>/dev/null)"
elif has nc; then
  reached "$(nc -w 2 "$ADDRESS" "$PORT" </dev/null 2>/dev/null)"
elif has bash && has timeout; then
  reached "$(timeout 3 bash -c 'read -r word <>"/dev/tcp/$ADDRESS/$PORT" && echo "$word"' 2>/dev/null)"
fi
exit 64
