import { API_BASE, AVATAR_MAX_BYTES, uploadAvatar } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { invalid } from "../../platform/http/app-error.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { acceptForms, readForm } from "../../platform/http/multipart.ts";
import { sendEmblem } from "../../media/media/index.ts";
import type { Accounts } from "./accounts.service.ts";
import type { Avatars } from "./avatars.service.ts";
import { avatarUrl } from "./user.present.ts";

export function avatarRoutes(app: FastifyInstance, { accounts, avatars }: { accounts: Accounts; avatars: Avatars }): void {
  acceptForms(app);

  implement(app, uploadAvatar, { needs: "account.own" }, async (_args, { actor, request, reply }) => {
    const user = signedIn(actor);
    const form = await readForm(request, reply, AVATAR_MAX_BYTES, {
      receive: (file) => avatars.store(file.body),
      discard: (stored) => avatars.discard(stored),
    });
    if (!form.file) throw invalid("file", "Please choose a file.", "required");
    const stored = form.file.received;
    try {
      return { photoURL: avatarUrl((await accounts.setAvatar(user, stored)).avatarBlobId) ?? "" };
    } catch (error) {
      await avatars.discard(stored);
      throw error;
    }
  });

  // Avatars also appear next to shared pictures, so everyone with the blob id may read them. A new picture has a new id.
  app.get<{ Params: { blobId: string } }>(`${API_BASE}/avatars/:blobId`, { config: { needs: "public" } }, async (request, reply) => {
    return sendEmblem(reply, await avatars.open(request.params.blobId));
  });
}
