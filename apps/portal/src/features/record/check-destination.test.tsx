import { ApiError } from "@stillreel/client";
import { expect, test } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { checkDestination } from "./check-destination.ts";
import { OWN_DESTINATION, type RecordingDestination } from "./recording-destination.ts";

const TOP: RecordingDestination = { ref: "w", workspaceName: "Lumen Transit", folderId: null, folderName: null };
const BUGS: RecordingDestination = { ...TOP, folderId: "f", folderName: "Bugs" };
const workspace = (write: boolean) => ({ id: "w", name: "Lumen Transit", permission: { read: true, write } });
const folder = (id: string, write: boolean) => ({ id, permission: { read: true, write } });
const refused = (code: "not-found" | "offline") => new ApiError({ status: code === "offline" ? 0 : 404, code, message: "" });

const server = fakeServer(() => ({ "workspaces.list": [workspace(true)], "folders.list": { items: [folder("f", true)] } }));

test("an open destination is accepted; the personal library causes no request", async () => {
  for (const destination of [TOP, BUGS, OWN_DESTINATION]) expect(await checkDestination(destination)).toEqual({ destination, lost: null });
  expect(server.calls.map(({ id }) => id)).toEqual(["workspaces.list", "workspaces.list", "folders.list"]);
});

test("in a workspace with a read-only root, a writable folder can be chosen", async () => {
  server.answers["workspaces.list"] = [workspace(false)];
  expect(await checkDestination(BUGS)).toEqual({ destination: BUGS, lost: null });
  expect(await checkDestination(TOP)).toEqual({ destination: OWN_DESTINATION, lost: TOP });
});

test.each([
  ["the folder is only to be looked at", { "folders.list": { items: [folder("f", false)] } }],
  ["the folder is gone", { "folders.list": { items: [folder("g", true)] } }],
  ["the workspace is not one's own any more", { "workspaces.list": [] }],
  ["it is left in this moment", { "folders.list": refused("not-found") }],
])("when %s, it goes to one's own library", async (_why, answers) => {
  Object.assign(server.answers, answers);
  expect(await checkDestination(BUGS)).toEqual({ destination: OWN_DESTINATION, lost: BUGS });
});

test("a server that does not respond does not prevent recording", async () => {
  server.answers["workspaces.list"] = refused("offline");
  expect(await checkDestination(BUGS)).toEqual({ destination: BUGS, lost: null });
});
