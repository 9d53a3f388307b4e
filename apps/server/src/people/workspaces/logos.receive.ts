import { LOGO_MAX_BYTES } from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { drain, readForm } from "../../platform/http/multipart.ts";
import type { WorkspacesDeps } from "./workspaces.deps.ts";

/** A picture that is stored and not yet anybody's. */
export type StoredBlob = Awaited<ReturnType<WorkspacesDeps["media"]["emblems"]["store"]>>;

/** What becomes of the form of a logo. */
export interface LogoSteps {
  /** A square for what stands in lists; a banner keeps its shape. */
  shape: "square" | "banner";
  /** Throws for whoever may not set it: they are told before their bytes are read. */
  allow(): Promise<void>;
  /** Files the picture; where it throws, nothing stays of it. */
  keep(stored: StoredBlob): Promise<void>;
}

/**
 * Reads the form of a workspace's or team's picture: JPG or PNG by content, of 30 KB at most.
 * @throws AppError `file-too-large`, `unsupported-file-type`, `image-too-large`, `unreadable-file`, `validation-failed`, or what the steps throw
 */
export async function receiveLogo(
  media: WorkspacesDeps["media"],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { shape, allow, keep }: LogoSteps,
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
    await keep(form.file.received);
  } catch (error) {
    await media.discard(form.file.received);
    throw error;
  }
}

const tooLarge = (cause: AppError): AppError =>
  new AppError("file-too-large", { message: `The file exceeds the maximum size of ${LOGO_MAX_BYTES / 1024} KB.`, cause });
