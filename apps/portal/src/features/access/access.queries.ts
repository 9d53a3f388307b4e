import {
  listFileRights,
  listFolderRights,
  listTeams,
  removeFileRight,
  removeFolderRight,
  setFileRight,
  setFolderRight,
} from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { queryOptions } from "@tanstack/react-query";
import i18next from "i18next";
import { client, errorText, queryClient } from "../../platform/api.ts";
import { offerUndo } from "../../entities/undo/undo.ts";
import { refreshSoon } from "../../entities/items/item-changes.ts";
import { flagsOf, levelOf, withEntry, type AccessRow, type Level, type Permissions, type Principal, type TeamView } from "./access.plan.ts";
import type { AccessSubject } from "./access-subject.ts";

const paramsOf = ({ workspaceId, id }: AccessSubject): { workspaceId: string; itemId: string } => ({ workspaceId, itemId: id });

/** Entries of a folder or item with the effective permission of each member. */
export const permissionsQuery = (subject: AccessSubject) =>
  queryOptions({
    queryKey: ["access", subject.workspaceId, subject.kind, subject.id],
    queryFn: ({ signal }): Promise<Permissions> =>
      client.call(subject.kind === "folder" ? listFolderRights : listFileRights, { params: paramsOf(subject) }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Teams that can receive permissions. */
export const teamsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ["access", workspaceId, "teams"],
    queryFn: async ({ signal }): Promise<TeamView[]> => (await client.call(listTeams, { params: { workspaceId } }, { signal })).items,
    staleTime: 10_000,
  });

async function send(subject: AccessSubject, { id, type }: Principal, level: Level | null): Promise<void> {
  const isFolder = subject.kind === "folder";
  const params = paramsOf(subject);
  if (level === null) await client.call(isFolder ? removeFolderRight : removeFileRight, { params: { ...params, id } });
  else {
    const body = { id, permissionType: type, permissionItemType: subject.kind, ...flagsOf(level) };
    await client.call(isFolder ? setFolderRight : setFileRight, { params, body });
  }
}

/** Applies a change optimistically and sends it. A refused change is rolled back with a message. Returns whether it succeeded. */
async function change(subject: AccessSubject, principals: readonly (Principal & { to: Level | null })[]): Promise<boolean> {
  const { queryKey } = permissionsQuery(subject);
  await queryClient.cancelQueries({ queryKey });
  const shown = (permissions: Permissions): Permissions =>
    principals.reduce((now, { to, ...principal }) => withEntry(now, principal, subject.kind, to), permissions);
  queryClient.setQueryData(queryKey, (known) => known && shown(known));
  try {
    for (const { to, ...principal } of principals) await send(subject, principal, to);
    return true;
  } catch (error) {
    toasts.error(errorText(error));
    return false;
  } finally {
    // The server computes effective permissions. The user's own may have changed too.
    void queryClient.invalidateQueries({ queryKey });
    refreshSoon();
  }
}

/** Sets or removes (null) an entry, with undo in the toast and by ⌘Z. */
export async function setLevel(subject: AccessSubject, row: AccessRow, level: Level | null): Promise<void> {
  const { id, type, name, level: before } = row;
  if (before === level || !(await change(subject, [{ id, type, name, to: level }]))) return;
  const who = type === "everyone" ? i18next.t("access:everyone", { name }) : name;
  const text = i18next.t(`access:changed.${level ?? "inherited"}`, { name: who });
  offerUndo(text, i18next.t("common:actions.undo"), async () => void (await change(subject, [{ id, type, name, to: before }])));
}

/** Removes every entry of this folder or item, with undo. */
export async function resetAccess(subject: AccessSubject, { entries }: Permissions): Promise<void> {
  const before = entries.map((entry) => ({ id: entry.id, type: entry.permissionType, name: entry.name, to: levelOf(entry) }));
  if (
    !(await change(
      subject,
      before.map((one) => ({ ...one, to: null })),
    ))
  )
    return;
  const text = i18next.t("access:changed.reset", { name: subject.name });
  offerUndo(text, i18next.t("common:actions.undo"), async () => void (await change(subject, before)));
}
