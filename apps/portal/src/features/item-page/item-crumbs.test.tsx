import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ItemView } from "../../entities/items/item-list.ts";
import { noteWorkspaces } from "../../entities/spaces/space-ref.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { queryClient } from "../../platform/api.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { ItemCrumbs } from "./item-crumbs.tsx";

// The workspaces never arrive by a request here.
fakeServer(() => ({ "workspaces.list": () => new Promise(() => undefined) }));

test("the link to a workspace appears with its name", async () => {
  noteWorkspaces(["w"]);
  const item = { id: "i", workspaceId: "w", type: "image", parentId: null } as ItemView;
  openScreens({ "/w": () => <ItemCrumbs item={item} /> }, ["/w"]);
  const crumbs = await screen.findByRole("navigation", { name: "Location" });
  expect(within(crumbs).queryAllByRole("link")).toEqual([]);
  act(() => void queryClient.setQueryData(workspacesQuery.queryKey, [{ id: "w", name: "Lumen Transit" }] as never));
  expect((await within(crumbs).findByRole("link", { name: "Lumen Transit" })).getAttribute("href")).toBe("/w/w");
});
