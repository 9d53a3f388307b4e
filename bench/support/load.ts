import http from "node:http";

/** Result of a run of requests. Times are in milliseconds. */
export interface LoadResult {
  requests: number;
  seconds: number;
  perSecond: number;
  bytes: number;
  p50Ms: number;
  p95Ms: number;
  failures: number;
}

/** One request of a load: its target, headers and body. */
export interface LoadRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** Returns the nearest-rank percentile of unsorted samples. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

export const median = (samples: number[]): number => percentile(samples, 0.5);

function resultOf(times: number[], seconds: number, bytes: number, failures: number): LoadResult {
  return {
    requests: times.length,
    seconds,
    perSecond: times.length / seconds,
    bytes,
    p50Ms: median(times),
    p95Ms: percentile(times, 0.95),
    failures,
  };
}

/**
 * Sends requests over persistent connections, `concurrency` in parallel, until `count` have responses or `seconds` have passed.
 * The same loop measures product and floor, so both include its cost.
 */
export async function load(
  base: string,
  next: (index: number) => LoadRequest,
  options: { concurrency: number; count?: number; seconds?: number; expect?: number },
): Promise<LoadResult> {
  const url = new URL(base);
  const agent = new http.Agent({ keepAlive: true, maxSockets: options.concurrency });
  const limit = options.count ?? Number.POSITIVE_INFINITY;
  const expected = options.expect ?? 200;
  const times: number[] = [];
  let sent = 0;
  let bytes = 0;
  let failures = 0;
  const startedAt = performance.now();
  const deadline = startedAt + (options.seconds ?? 600) * 1000;

  const once = (request: LoadRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const outgoing = http.request(
        {
          agent,
          host: url.hostname,
          port: url.port,
          method: request.method ?? "GET",
          path: request.path,
          headers: { ...request.headers, ...(request.body ? { "content-length": request.body.length } : {}) },
        },
        (answer) => {
          answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
          answer.on("end", () => {
            times.push(performance.now() - began);
            if (answer.statusCode !== expected) failures += 1;
            resolve();
          });
          answer.on("error", reject);
        },
      );
      outgoing.on("error", reject);
      outgoing.end(request.body);
    });

  await Promise.all(
    Array.from({ length: options.concurrency }, async () => {
      while (sent < limit && performance.now() < deadline) {
        const index = sent;
        sent += 1;
        await once(next(index));
      }
    }),
  );
  agent.destroy();
  return resultOf(times, (performance.now() - startedAt) / 1000, bytes, failures);
}
