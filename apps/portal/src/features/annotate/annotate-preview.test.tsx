import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { setPreview } from "../../entities/spaces/preview.ts";
import { AnnotateScreen } from "./annotate.screen.tsx";

const server = fakeServer(() => ({
  "auth.getUserData": { id: "o", displayName: "Olga", photoURL: null },
  "workspaces.list": [{ id: "w", name: "Lumen Transit", role: "owner", permission: { read: true, write: true } }],
}));
afterEach(() => setPreview(null));

test("a picture that is seen as a member sees it is not drawn over: its address leads to its page", async () => {
  act(() => setPreview({ workspaceId: "w", memberId: "vic", name: "Vic" }));
  const { history } = openScreens(
    { "/w/$workspaceId/images/$itemId": () => <h1>Its page</h1>, "/w/$workspaceId/images/$itemId/annotate": AnnotateScreen },
    ["/w/w", "/w/w/images/b/annotate"],
  );
  await screen.findByRole("heading", { name: "Its page" });
  expect(history.location.pathname).toBe("/w/w/images/b");
  expect(server.calls.filter(({ id }) => id === "items.getImage")).toEqual([]);
});
