import { ApiError } from "@stillreel/client";
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { dispatchLiveEvent } from "../../platform/live/live-events.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { answersAround, samplePicture } from "../../test-harness/sample-picture.ts";
import { AnnotateScreen } from "./annotate.screen.tsx";

const NONE = { level: null, requestedAt: null, url: null };
const asked = (level: "view" | "edit") => ({ level, requestedAt: "2026-09-18T10:00:00Z", url: level === "edit" ? "/images/b" : null });
const readOnly = samplePicture("b", { type: "image", permission: { read: true, write: false } });
const server = fakeServer(() => answersAround({ "accessRequests.getOwn": NONE, "items.getImage": readOnly }));
const PATH = "/images/$itemId";
const open = () =>
  openScreens({ [PATH]: () => <h1>The page of the item</h1>, [`${PATH}/annotate`]: AnnotateScreen }, ["/images/b/annotate"]);

test("a user who may not open the item can ask for access in place of the editor", async () => {
  server.answers["items.getImage"] = new ApiError({ status: 404, code: "not-found", message: "" });
  server.answers["accessRequests.create"] = asked("view");
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Ask for access" }));
  await screen.findByText(/^You asked for access\./u);
  expect(server.sent("accessRequests.create")).toEqual([{ type: "item", id: "b", level: "view" }]);
});

test("a user who may only view the item can ask to edit it, and the editor opens it when they may", async () => {
  server.answers["accessRequests.create"] = asked("edit");
  const { user } = open();
  await screen.findByRole("heading", { name: "You can only view this item" });
  expect(screen.getByRole("link", { name: "Open it" }).getAttribute("href")).toBe("/images/b");
  await user.click(await screen.findByRole("button", { name: "Ask to edit" }));
  await screen.findByText(/^You asked to edit\./u);
  expect(server.sent("accessRequests.create")).toEqual([{ type: "item", id: "b", level: "edit" }]);
  server.answers["accessRequests.getOwn"] = { ...NONE, url: "/images/b" };
  server.answers["items.getImage"] = samplePicture("b", { type: "image", trash: true });
  act(() => dispatchLiveEvent({ type: "notifications", id: null } as never));
  // An item in the trash is not edited: that its page is shown proves that it was read again.
  await screen.findByRole("heading", { name: "The page of the item" });
});
