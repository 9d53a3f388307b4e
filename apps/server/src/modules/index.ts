import type { Ports } from "../ports/index.ts";
import { createAdmin } from "./admin/index.ts";
import { createAuth } from "./auth/index.ts";
import { createEmails } from "./emails/index.ts";
import { createExtension } from "./extension/index.ts";
import { createItems } from "./items/index.ts";
import { createMedia } from "./media/index.ts";
import type { Module } from "./module.ts";
import { createOutbox } from "./outbox/index.ts";
import { createPages } from "./pages/index.ts";
import { createService } from "./service/index.ts";
import { createShares } from "./shares/index.ts";
import { createUploads } from "./uploads/index.ts";
import { createWorkspaces } from "./workspaces/index.ts";

/** Builds every module from the ports, in the order in which they lean on each other. */
export function buildModules(ports: Ports) {
  const outbox = createOutbox(ports);
  const workspaces = createWorkspaces(ports);
  const media = createMedia(ports);
  const auth = createAuth(ports);
  const emails = createEmails(ports);
  const items = createItems(ports);
  const shares = createShares(ports);
  const uploads = createUploads(ports);
  const admin = createAdmin(ports);
  const service = createService(ports);
  const pages = createPages(ports);
  const extension = createExtension(ports);
  return { outbox, workspaces, media, auth, emails, items, shares, uploads, admin, service, pages, extension } satisfies Record<string, Module>;
}

export type Modules = ReturnType<typeof buildModules>;
