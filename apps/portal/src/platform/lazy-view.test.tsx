import { act, render, screen } from "@testing-library/react";
import { Component, useLayoutEffect, type ReactNode } from "react";
import { expect, test } from "vitest";
import { type LoadedView, loadedView, useLoaded } from "./lazy-view.ts";

const Greeting = (): ReactNode => <p>Hello</p>;

function View({ view }: { view: LoadedView<typeof Greeting> }): ReactNode {
  useLoaded(view);
  const Loaded = view.component;
  return Loaded && <Loaded />;
}

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError = (error: Error): { message: string } => ({ message: error.message });
  override render(): ReactNode {
    return this.state.message === null ? this.props.children : <p role="alert">{this.state.message}</p>;
  }
}

test("a view appears in the same task in which its module arrives, without the delay of a fallback", async () => {
  let arrive = (_module: { Greeting: typeof Greeting }): void => undefined;
  const view = loadedView(() => new Promise<{ Greeting: typeof Greeting }>((resolve) => (arrive = resolve)), "Greeting");
  render(<View view={view} />);
  expect(screen.queryByText("Hello")).toBeNull();
  await act(async () => arrive({ Greeting }));
  expect(screen.queryByText("Hello")).not.toBeNull();
});

test("a view whose module was loaded before appears with the first render", async () => {
  const view = loadedView(async () => ({ Greeting }), "Greeting");
  await view.load();
  render(<View view={view} />);
  expect(screen.queryByText("Hello")).not.toBeNull();
});

test("a view appears when another call loads its module after the first render and before its effects", async () => {
  const view = loadedView(async () => ({ Greeting }), "Greeting");
  function Page(): ReactNode {
    useLayoutEffect(() => {
      view.component = Greeting;
    }, []);
    return <View view={view} />;
  }
  render(<Page />);
  expect(await screen.findByText("Hello")).not.toBeNull();
});

test("a failed load is thrown while rendering, and can be repeated", async () => {
  let isOnline = false;
  const view = loadedView(async () => {
    if (!isOnline) throw new Error("no connection");
    return { Greeting };
  }, "Greeting");
  const page = (
    <Boundary>
      <View view={view} />
    </Boundary>
  );
  const first = render(page, { onCaughtError: () => undefined });
  expect((await first.findByRole("alert")).textContent).toBe("no connection");
  first.unmount();
  isOnline = true;
  render(page);
  await screen.findByText("Hello");
});
