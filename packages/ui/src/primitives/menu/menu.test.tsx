import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { useDisclosure } from "../focus/disclosure.ts";
import type { TabBehaviour } from "../focus/focus-scope.ts";
import { FloatingMenu, Menu, MenuItem } from "./menu.tsx";

afterEach(cleanup);

const onSelect = vi.fn<(name: string) => void>();

interface Props {
  tab?: TabBehaviour;
  checked?: string;
  isFloating?: boolean;
}

function Fruit({ tab, checked, isFloating = false }: Props): ReactNode {
  const { opener, isOpen, toggle, close } = useDisclosure();
  const items = ["Apple", "Banana", "Blackberry", "Cherry"].map((name) => (
    <MenuItem
      key={name}
      disabled={name === "Banana"}
      isChecked={checked === undefined ? undefined : checked === name}
      onSelect={() => onSelect(name)}
    >
      {name}
    </MenuItem>
  ));
  const menu = isFloating ? (
    <FloatingMenu anchor={opener} label="Fruit" onClose={close}>
      {items}
    </FloatingMenu>
  ) : (
    <Menu opener={opener} label="Fruit" onClose={close} {...(tab && { tab })}>
      {items}
    </Menu>
  );
  return (
    <>
      <button ref={opener} type="button" onClick={toggle}>
        Open
      </button>
      {isOpen && menu}
      <button type="button">After</button>
    </>
  );
}

async function open(props: Props = {}): Promise<void> {
  render(<Fruit {...props} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
}

const focused = (): string | null | undefined => document.activeElement?.textContent;

test.each([{ isFloating: false }, { isFloating: true }])("arrows, Home, End and letters move through a menu: %o", async (props) => {
  await open(props);
  expect(screen.getByRole("menu", { name: "Fruit" })).toBeTruthy();
  const steps = [];
  for (const key of ["{ArrowDown}", "{ArrowDown}", "{ArrowDown}", "{ArrowUp}", "{Home}", "{End}", "b"]) {
    await userEvent.keyboard(key);
    steps.push(focused());
  }
  // The disabled item is skipped.
  expect(steps).toEqual(["Blackberry", "Cherry", "Apple", "Cherry", "Apple", "Cherry", "Blackberry"]);
});

test.each([{ isFloating: false }, { isFloating: true }])("Escape closes a menu and returns the focus: %o", async (props) => {
  await open(props);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(focused()).toBe("Open");
});

test("the checked item gets the focus, and says that it is checked", async () => {
  await open({ checked: "Cherry" });
  expect(focused()).toBe("Cherry");
  expect(screen.getAllByRole("menuitemradio").map((item) => item.getAttribute("aria-checked"))).toEqual([
    "false",
    "false",
    "false",
    "true",
  ]);
});

test("an item acts once, after the menu has closed", async () => {
  await open();
  await userEvent.keyboard("{Enter}");
  expect(onSelect.mock.calls).toEqual([["Apple"]]);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(focused()).toBe("Open");
});

test("Tab closes a menu and leaves its button, or stays there", async () => {
  await open();
  await userEvent.tab();
  expect(screen.queryByRole("menu")).toBeNull();
  expect(focused()).not.toBe("Apple");
  cleanup();
  await open({ tab: "close" });
  await userEvent.tab();
  expect(focused()).toBe("Open");
});

test("a press outside closes a menu; a press on the button toggles it", async () => {
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(screen.queryByRole("menu")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  fireEvent.pointerDown(screen.getByRole("button", { name: "After" }));
  expect(screen.queryByRole("menu")).toBeNull();
});
