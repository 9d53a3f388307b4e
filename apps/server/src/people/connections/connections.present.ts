import type { DriveUser, Integration, User } from "@stillreel/contract";
import type { z } from "zod";
import type { ConnectionRow } from "./connections.repo.ts";
import type { ConnectionsService } from "./connections.service.ts";

/** The connections as the user's own data contain them. A connection that needs a new consent is none. */
export type UserConnections = Pick<z.input<typeof User>, "isSlackIntegrate" | "dropbox" | "jira" | "trello" | "drive">;

/** Converts one service with the user's connection to the contract's form. */
export function presentIntegration({
  provider,
  configured,
  row,
}: Awaited<ReturnType<ConnectionsService["list"]>>[number]): z.input<typeof Integration> {
  return {
    provider,
    configured,
    status: row?.state ?? "disconnected",
    accountName: row?.accountName ?? null,
    connectedAt: row?.connectedAt.toISOString() ?? null,
  };
}

/** Converts the connection of the cloud drive to the contract's form. */
export const presentDriveUser = ({ accountName, accountEmail }: ConnectionRow): z.input<typeof DriveUser> => ({
  accountName,
  email: accountEmail,
});

/** Converts the connections of a user to the fields of their data. */
export function presentConnections(rows: readonly ConnectionRow[]): UserConnections {
  const of = (provider: ConnectionRow["provider"]) => {
    const row = rows.find((one) => one.provider === provider && one.state === "connected");
    return row ? { accountName: row.accountName, connectedAt: row.connectedAt.toISOString() } : null;
  };
  return { isSlackIntegrate: of("slack") !== null, dropbox: of("dropbox"), jira: of("jira"), trello: of("trello"), drive: of("drive") };
}
