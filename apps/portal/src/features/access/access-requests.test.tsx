import { ApiError } from "@stillreel/client";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { dispatchLiveEvent } from "../../platform/live/live-events.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { AccessRequestsScreen } from "./access-requests.screen.tsx";

const person = (id: string, displayName: string) => ({ id, displayName, photoURL: null, email: `${id}@lumen.example` });
const request = {
  id: "r1",
  person: person("sam", "Sam"),
  level: "comment",
  levels: ["view", "comment"],
  requestedAt: "2026-09-18T10:00:00Z",
};
const guest = { person: person("gus", "Gus"), level: "view", since: "2026-09-18T10:00:00Z" };
const NONE = { level: null, requestedAt: null, url: null };
const ASKED = { level: "view", requestedAt: "2026-09-18T10:00:00Z", url: null };
const server = fakeServer(() => ({
  "auth.getUserData": { id: "m", displayName: "Mira", email: "mira@lumen.example", photoURL: null },
  "accessRequests.list": { title: "Plan", url: "/images/b", requests: [request], guests: [guest] },
  "accessRequests.getOwn": NONE,
  "accessRequests.create": ASKED,
}));
const Opened = () => <h1>Opened</h1>;
const open = (path: string) =>
  openScreens({ "/access/$type/$id": AccessRequestsScreen, "/images/$itemId": Opened, "/images": () => <h1>Library</h1> }, [path]);
const button = (name: string) => screen.findByRole("button", { name });

test("the owner sees who asked for what, and gives what they asked for with the first button", async () => {
  const { user } = open("/access/item/b");
  const list = await screen.findByRole("list", { name: "Access requests" });
  expect(list.textContent).toContain("Sam wants to comment");
  const answers = within(list).getAllByRole("button");
  expect(answers.map(({ textContent }) => textContent)).toEqual(["Allow to comment", "Allow to view", "Decline"]);
  server.answers["accessRequests.list"] = { title: "Plan", url: "/images/b", requests: [], guests: [guest] };
  await user.click(await button("Allow to comment: Sam"));
  await screen.findByText("Sam has access now");
  await screen.findByText("No one is waiting for access.");
  expect(server.sent("accessRequests.answer")).toEqual([{ answer: "comment" }]);
});

test("declining is one click, and the person is not named as a guest", async () => {
  const { user } = open("/access/item/b");
  await user.click(await button("Decline: Sam"));
  await screen.findByText("Sam: request declined");
  expect(server.sent("accessRequests.answer")).toEqual([{ answer: "decline" }]);
});

test("a guest can be removed", async () => {
  const { user } = open("/access/item/b");
  await screen.findByText("Can view");
  server.answers["accessRequests.list"] = { title: "Plan", url: "/images/b", requests: [], guests: [] };
  await user.click(await button("Remove access of Gus"));
  await waitFor(() => expect(screen.queryByText("People the link opens for")).toBeNull());
  expect(server.calls.find(({ id }) => id === "accessRequests.removeGuest")).toMatchObject({ params: { userId: "gus" } });
});

test("a request that arrives appears without a reload", async () => {
  server.answers["accessRequests.list"] = { title: "Plan", url: "/images/b", requests: [], guests: [] };
  open("/access/item/b");
  await screen.findByText("No one is waiting for access.");
  server.answers["accessRequests.list"] = { title: "Plan", url: "/images/b", requests: [request], guests: [] };
  act(() => dispatchLiveEvent({ type: "notifications", id: null } as never));
  expect(await button("Decline: Sam")).toBeDefined();
});

test.each(["not-found", "forbidden"] as const)(
  "a user who may not answer (%s) can ask, and the page opens when they get access",
  async (code) => {
    server.answers["accessRequests.list"] = new ApiError({ status: 404, code, message: "" });
    const { user } = open("/access/item/b");
    await screen.findByRole("heading", { name: "This link doesn't work" });
    await user.click(await button("Ask for access"));
    await screen.findByText(/^You asked for access\./u);
    expect(server.sent("accessRequests.create")).toEqual([{ type: "item", id: "b", level: "view" }]);
    server.answers["accessRequests.getOwn"] = { ...NONE, url: "/images/b" };
    act(() => dispatchLiveEvent({ type: "notifications", id: null } as never));
    await screen.findByRole("heading", { name: "Opened" });
  },
);

test("a user who asked before does not ask again", async () => {
  server.answers["accessRequests.list"] = new ApiError({ status: 404, code: "not-found", message: "" });
  server.answers["accessRequests.getOwn"] = ASKED;
  open("/access/item/b");
  await screen.findByText(/^You asked for access\./u);
  expect(screen.queryByRole("button", { name: "Ask for access" })).toBeNull();
});

test("what a link opens is asked for by its slug", async () => {
  const { user } = open("/access/link/abc123");
  await user.click(await button("Ask for access"));
  await screen.findByText(/^You asked for access\./u);
  expect(server.sent("accessRequests.create")).toEqual([{ type: "link", id: "abc123", level: "view" }]);
  expect(server.calls.some(({ id }) => id === "accessRequests.list")).toBe(false);
});
