import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";

// The minimal upload endpoint: body → file → fsync → 201.
const folder = process.env["FOLDER"] ?? "";
const server = http.createServer((request, response) => {
  void (async () => {
    const file = path.join(folder, randomUUID());
    const handle = await open(file, "wx");
    await pipeline(request, createWriteStream("", { fd: handle.fd, autoClose: false, highWaterMark: 1 << 20 }));
    await handle.sync();
    await handle.close();
    response.writeHead(201).end("{}");
  })().catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`listening http://127.0.0.1:${(server.address() as { port: number }).port}\n`));
process.on("SIGTERM", () => process.exit(0));
