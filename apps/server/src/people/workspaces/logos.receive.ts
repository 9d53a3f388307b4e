import { LOGO_MAX_BYTES } from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { drain, readForm } from "../../platform/http/multipart.ts";
import type { WorkspacesDeps } from "./workspaces.deps.ts";

/** A stored picture without reference. */
export type StoredBlob = Awaited<ReturnType<WorkspacesDeps["media"]["emblems"]["store"]>>;

/** Steps of a logo upload. */
export interface LogoSteps {
  /** A square for lists; a banner keeps its aspect ratio. */
  shape: "square" | "banner";
  /** Throws without permission, before the bytes are read. */
  allow(): Promise<void>;
  /** Saves the reference to the picture; when it throws, the picture is deleted. */
  store(stored: StoredBlob): Promise<void>;
}

/**
 * Receives the picture of a workspace or team: JPG or PNG by content, at most 30 KB.
 * @throws AppError `file-too-large`, `unsupported-file-type`, `image-too-large`, `unreadable-file`, `validation-failed`, or the errors of the steps
 */
export async function receiveLogo(
  media: WorkspacesDeps["media"],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { shape, allow, store }: LogoSteps,
): Promise<void> {
  try {
    await allow();
  } catch (error) {
    await drain(request.raw, reply);
    throw error;
  }
  const form = await readForm(request, reply, LOGO_MAX_BYTES, {
    receive: ({ body }) => media.emblems.store(body, { maxBytes: LOGO_MAX_BYTES, shape }),
    discard: (stored) => media.discard(stored),
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "file-too-large" ? tooLarge(error) : error;
  });
  if (!form.file) throw invalid("file", "Please choose a file.", "required");
  try {
    await store(form.file.received);
  } catch (error) {
    await media.discard(form.file.received);
    throw error;
  }
}

const tooLarge = (cause: AppError): AppError =>
  new AppError("file-too-large", { message: `The file exceeds the maximum size of ${LOGO_MAX_BYTES / 1024} KB.`, cause });
