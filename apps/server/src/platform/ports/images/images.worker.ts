// Child process of the image port: runs one task after the other. It ends with its parent, because the channel between them closes.
import { ImageError } from "../images.port.ts";
import type { ImageMessage, ImageTask } from "./image-tasks.ts";
import { createDecoder } from "./sharp.decoder.ts";

const decoder = createDecoder({ maxPixels: Number(process.argv[2]) });

function run(task: ImageTask): Promise<unknown> {
  if (task.kind === "convert") return decoder.convert(task.source, task.target, task.conversion, new AbortController().signal);
  if (task.kind === "mailPicture") return decoder.mailPicture(task.source, task.video);
  if (task.kind === "square" || task.kind === "within" || task.kind === "round") return decoder[task.kind](task.source, task.side);
  return decoder[task.kind](task.source);
}

const send = (message: ImageMessage): void => void process.send?.(message);

// Not `exit`, which waits for running operations of libvips.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (task: ImageTask) => {
  void run(task).then(
    (result) => send({ kind: "done", result }),
    (error: unknown) =>
      send({
        kind: "failed",
        code: error instanceof ImageError ? error.code : null,
        message: error instanceof Error ? error.message : String(error),
      }),
  );
});
send({ kind: "ready" });
