import { ApiError } from "@stillreel/client";
import { expect, test } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openPlace } from "./check-destination.ts";
import { OWN_PLACE, type RecordPlace } from "./recording-destination.ts";

const TOP: RecordPlace = { ref: "w", workspaceName: "Lumen Transit", folderId: null, folderName: null };
const BUGS: RecordPlace = { ...TOP, folderId: "f", folderName: "Bugs" };
const workspace = (write: boolean) => ({ id: "w", name: "Lumen Transit", permission: { read: true, write } });
const folder = (id: string, write: boolean) => ({ id, permission: { read: true, write } });
const refused = (code: "not-found" | "offline") => new ApiError({ status: code === "offline" ? 0 : 404, code, message: "" });

const server = fakeServer(() => ({ "workspaces.list": [workspace(true)], "folders.list": { items: [folder("f", true)] } }));

test("a place that is open is where it goes; one's own is not asked about", async () => {
  for (const place of [TOP, BUGS, OWN_PLACE]) expect(await openPlace(place)).toEqual({ place, lost: null });
  expect(server.calls.map(({ id }) => id)).toEqual(["workspaces.list", "workspaces.list", "folders.list"]);
});

test("in a workspace at whose top one may only look, a folder of one's own is open", async () => {
  server.answers["workspaces.list"] = [workspace(false)];
  expect(await openPlace(BUGS)).toEqual({ place: BUGS, lost: null });
  expect(await openPlace(TOP)).toEqual({ place: OWN_PLACE, lost: TOP });
});

test.each([
  ["the folder is only to be looked at", { "folders.list": { items: [folder("f", false)] } }],
  ["the folder is gone", { "folders.list": { items: [folder("g", true)] } }],
  ["the workspace is not one's own any more", { "workspaces.list": [] }],
  ["it is left in this moment", { "folders.list": refused("not-found") }],
])("when %s, it goes to one's own library", async (_why, answers) => {
  Object.assign(server.answers, answers);
  expect(await openPlace(BUGS)).toEqual({ place: OWN_PLACE, lost: BUGS });
});

test("a server that does not answer keeps nobody from recording", async () => {
  server.answers["workspaces.list"] = refused("offline");
  expect(await openPlace(BUGS)).toEqual({ place: BUGS, lost: null });
});
