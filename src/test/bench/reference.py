"""Drives the Python package langchain-kubernetes in raw mode, for ReferenceBenchmark.

Usage: reference.py NAMESPACE IMAGE WARM. Reads orders from standard input, a line each, and
answers with a line of numbers:

  fill     makes a provider and its pool of WARM Pods: seconds
  warm N   N borrows side by side, each to the output of `echo hi`: how many different sandboxes
           they got, and milliseconds each
  cold N   N borrows one after another without a pool: likewise

The package starts to refill with each deletion, in a thread each, all of which make what is
missing; on a small machine that is too much. So sandboxes are deleted by a provider without a
pool, and what fills the pool is the first call to a new provider, as documented.
"""

import logging
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from langchain_kubernetes import KubernetesProvider, KubernetesProviderConfig

logging.disable(logging.CRITICAL)


def provider(namespace, image, warm):
    return KubernetesProvider(
        KubernetesProviderConfig(
            mode="raw",
            namespace=namespace,
            image=image,
            image_pull_policy="Never",
            workdir="/tmp",
            cpu_request="10m",
            cpu_limit="1",
            memory_request="32Mi",
            memory_limit="512Mi",
            warm_pool_size=warm,
        )
    )


class Reference:
    def __init__(self, namespace, image, warm):
        self.make = lambda size: provider(namespace, image, size)
        self.warm = warm
        self.plain = self.make(0)
        self.pooled = None

    def fill(self):
        # The call that fills the pool also takes one out of it.
        self.pooled = self.make(self.warm + 1)
        start = time.perf_counter()
        sandbox = self.pooled.get_or_create()
        seconds = time.perf_counter() - start
        self.plain.delete(sandbox_id=sandbox.id)
        return [seconds]

    def borrow(self, source, count, side_by_side):
        sandboxes = []

        def one(_):
            start = time.perf_counter()
            sandbox = source.get_or_create()
            sandboxes.append(sandbox)
            output = sandbox.execute("echo hi").output
            millis = (time.perf_counter() - start) * 1000
            if output.strip() != "hi":
                raise RuntimeError(f"expected hi, got: {output}")
            return millis

        try:
            with ThreadPoolExecutor(side_by_side) as callers:
                millis = list(callers.map(one, range(count)))
            return [len({sandbox.id for sandbox in sandboxes}), *millis]
        finally:
            with ThreadPoolExecutor(8) as callers:
                list(callers.map(lambda box: self.plain.delete(sandbox_id=box.id), sandboxes))


def main():
    namespace, image, warm = sys.argv[1:]
    reference = Reference(namespace, image, int(warm))
    for line in sys.stdin:
        order, *number = line.split()
        count = int(number[0]) if number else 0
        if order == "fill":
            answer = reference.fill()
        elif order == "warm":
            answer = reference.borrow(reference.pooled, count, count)
        elif order == "cold":
            answer = reference.borrow(reference.plain, count, 1)
        else:
            raise ValueError(f"unknown order: {line}")
        print(*answer, flush=True)


main()
