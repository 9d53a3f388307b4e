import { isUuid } from "@stillreel/contract";
import type { Audit } from "../../platform/audit/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Events } from "../../platform/events/index.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { lockAdministrators, lockUser } from "../auth/index.ts";
import { lockOwned } from "./owners.repo.ts";
import type { Administrator } from "./people.service.ts";

export interface OwnersDeps {
  /** Makes a user the only owner of a locked workspace, as a new member if necessary. The former owners become admins. */
  setOwner(tx: Executor, workspaceId: string, userId: string): Promise<void>;
  audit: Audit;
  notifier: Notifier;
  events: Pick<Events, "publish">;
}

export type Owners = ReturnType<typeof createOwners>;

/** Creates the service that gives abandoned workspaces another owner. Its callers have checked the permission `server.admin`. */
export function createOwners({ db, clock }: Pick<Ports, "db" | "clock">, { setOwner, audit, notifier, events }: OwnersDeps) {
  return {
    /**
     * Transfers an abandoned workspace to a member or to any other account. The new owner and the former ones are notified, also when the
     * administrator becomes the owner.
     * @throws AppError `not-found`, `forbidden`, `workspace-has-owner`, `validation-failed`
     */
    async transfer(by: Administrator, workspaceId: string, userId: string): Promise<void> {
      const notified = await db.transaction(async (tx) => {
        if (by.id !== null && !(await lockAdministrators(tx)).includes(by.id)) throw new AppError("forbidden");
        const to = isUuid(userId) ? await lockUser(tx, userId) : undefined;
        const workspace = isUuid(workspaceId) ? await lockOwned(tx, workspaceId, clock.now()) : undefined;
        if (!workspace) throw new AppError("not-found");
        if (!to || to.suspendedAt !== null) throw invalid("userId", "Choose an active account.", "not-found");
        if (workspace.state === "active") throw new AppError("workspace-has-owner");
        await setOwner(tx, workspaceId, to.id);
        const { name: title, ownerIds } = workspace;
        await audit.record(tx, {
          action: "workspace.transferred",
          userId: by.id,
          workspaceId,
          ip: by.ip,
          details: { name: title, to: to.displayName, toId: to.id, formerOwnerIds: ownerIds, why: workspace.state },
        });
        const event = { subjectId: workspaceId, workspaceId, actorId: null, details: { title } };
        return [
          ...(await notifier.add(tx, { ...event, kind: "transfer", userIds: [to.id] })),
          ...(await notifier.add(tx, { ...event, kind: "owner-changed", userIds: ownerIds.filter((id) => id !== to.id) })),
        ];
      });
      events.publish({ type: "workspace", workspaceId });
      notifier.publish(notified);
    },
  };
}
