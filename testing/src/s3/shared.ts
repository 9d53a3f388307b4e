import http from "node:http";
import type { AddressInfo } from "node:net";
import { hasCeph, startCeph } from "./ceph.ts";

/** Name of a bucket in the returned STORAGE_URL. Each test replaces it by its own. */
const BUCKET = "any-bucket";

/**
 * Lets the test files of a run share one S3 server, which takes ten seconds to start. It starts when the first file needs it. With
 * S3_TEST_URL that server is used instead.
 */
export async function shareS3(): Promise<{ address: string; stop(): Promise<void> }> {
  let ceph: ReturnType<typeof startCeph> | undefined;
  const start = async (): Promise<string> => {
    const given = process.env["S3_TEST_URL"];
    if (given) return given;
    if (!hasCeph()) throw new Error("There is no S3 server.");
    ceph ??= startCeph();
    return (await ceph).url(BUCKET);
  };
  const server = http.createServer((_request, response) => {
    start().then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(503).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await (await ceph?.catch(() => undefined))?.stop();
    },
  };
}
