import { act, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { setUploadTarget } from "../../entities/uploads/upload-target.ts";
import { SetupPanel } from "./setup-panel.tsx";
import { toSetup } from "./stored-setup.ts";
import { useDestinations } from "./use-destinations.ts";

const workspace = (write: boolean) => ({ id: "w", name: "Lumen Transit", role: "viewer", permission: { read: true, write } });
const folder = (id: string, name: string, parentId: string | null, write: boolean) => ({
  id,
  workspaceId: "w",
  name,
  parentId,
  kind: "mixed",
  permission: { read: true, write },
});
const server = fakeServer(() => ({
  "workspaces.list": [workspace(false)],
  "folders.list": {
    items: [folder("b", "Bugs", null, true), folder("n", "New", "b", true), folder("p", "Press", null, false)],
    nextCursor: null,
  },
}));

function Panel(): ReactNode {
  const where = useDestinations();
  return (
    <>
      <SetupPanel
        setup={toSetup(null)}
        sources={["screen"]}
        devices={{ microphones: [], cameras: [], refresh: () => {} }}
        level={null}
        isStarting={false}
        where={where}
        onChange={() => {}}
        onDeviceRequest={() => {}}
        onStart={() => {}}
      />
      <p data-testid="goes">{`${where.destination.ref}/${where.destination.folderId ?? ""}`}</p>
    </>
  );
}
const open = () => openScreens({ "/record": Panel }, ["/record"]);
const into = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Save recordings in" });
const choices = async () => [...(await into()).options].map(({ textContent, disabled }) => (disabled ? `(${textContent})` : textContent));
const goes = () => screen.getByTestId("goes").textContent;

test("a workspace of which one may add to one folder alone is offered, and in it that folder and what is below", async () => {
  const { user } = open();
  await waitFor(async () => expect(await choices()).toEqual(["My videos", "(Lumen Transit)", "Lumen Transit / Bugs"]));
  await user.selectOptions(await into(), "Lumen Transit / Bugs");
  expect(goes()).toBe("w/b");
  expect(await choices()).toEqual(["My videos", "(Lumen Transit)", "Lumen Transit / Bugs", "Lumen Transit / Bugs / New"]);
});

test("a closed destination shows an alert and falls back to the personal library until it reopens", async () => {
  const { user } = open();
  await waitFor(async () => expect(await choices()).toHaveLength(3));
  await user.selectOptions(await into(), "Lumen Transit / Bugs");
  server.answers["folders.list"] = { items: [folder("b", "Bugs", null, false)], nextCursor: null };
  await act(() => queryClient.invalidateQueries({ queryKey: ["folders", "w"] }));
  expect(
    (await screen.findByText(/^You no longer have access to Bugs\. This recording will be saved in My videos\.$/u)).getAttribute("role"),
  ).toBe("alert");
  expect(goes()).toBe("personal/");
  server.answers["workspaces.list"] = [];
  await act(() => queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey }));
  expect(screen.getByText(/^You no longer have access to Bugs/u)).toBeDefined();

  server.answers["workspaces.list"] = [workspace(true)];
  server.answers["folders.list"] = { items: [folder("b", "Bugs", null, true)], nextCursor: null };
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(goes()).toBe("w/b"));
  expect(screen.queryByText(/no longer have access/u)).toBeNull();
});

test("choosing another destination removes the alert", async () => {
  setUploadTarget({ workspaceId: "w", folderId: "gone", folderName: "Gone", type: "mixed" });
  const { user } = open();
  await screen.findByText(/^You no longer have access to Gone/u);
  await user.selectOptions(await into(), "Lumen Transit / Bugs");
  expect(screen.queryByText(/no longer have access/u)).toBeNull();
  setUploadTarget(null);
});
