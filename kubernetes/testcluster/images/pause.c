/*
 * The first process of every Pod: it holds the Pod's namespaces open, and reaps
 * what is orphaned in a shared process namespace, until it is told to end.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void end(int signal_number)
{
    (void)signal_number;
    _exit(0);
}

static void reap(int signal_number)
{
    (void)signal_number;
    while (waitpid(-1, 0, WNOHANG) > 0)
        ;
}

int main(void)
{
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGINT, &action, 0);
    sigaction(SIGTERM, &action, 0);
    action.sa_handler = reap;
    action.sa_flags = SA_NOCLDSTOP;
    sigaction(SIGCHLD, &action, 0);
    for (;;)
        pause();
}
