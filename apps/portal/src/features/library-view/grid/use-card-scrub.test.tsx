import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CardScrub } from "./card-scrub.tsx";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { useCardScrub } from "./use-card-scrub.ts";

const storyboard = { url: "/media/board", columns: 5, rows: 2, tileWidth: 240, tileHeight: 150, interval: 10, count: 10 };
const reel = {
  id: "i1",
  type: "video",
  duration: 100,
  storyboard,
  chapters: [
    { timestamp: 0, name: "One" },
    { timestamp: 40, name: "Two" },
  ],
  chaptersEnabled: true,
} as unknown as ItemView;

/** Pictures that load when the test says so. */
let pictures: EventTarget[] = [];
beforeEach(() => {
  pictures = [];
  class Picture extends EventTarget {
    src = "";
    constructor() {
      super();
      pictures.push(this);
    }
  }
  vi.stubGlobal("Image", Picture);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ left: 0, width: 200 } as DOMRect);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onFailed = vi.fn<(id: string) => void>();

function Card({ item }: { item: ItemView }) {
  const { seconds, handlers } = useCardScrub(item, onFailed);
  return (
    <div data-testid="picture" {...handlers}>
      {seconds === null ? "at rest" : <CardScrub item={item} seconds={seconds} />}
      {seconds !== null && <b>{seconds}</b>}
    </div>
  );
}

const over = (clientX: number, pointerType = "mouse"): void =>
  void fireEvent.pointerMove(screen.getByTestId("picture"), { clientX, pointerType });

test("hovering over a video shows the frame at that position and the chapters, after the storyboard loads", () => {
  render(<Card item={reel} />);
  over(150);
  expect(screen.getByText("at rest")).toBeTruthy();
  act(() => void pictures[0]?.dispatchEvent(new Event("load")));
  over(150);
  expect(screen.getByText("75")).toBeTruthy();
  expect(screen.getByTestId("picture").querySelectorAll("[style*='left: 40%']")).toHaveLength(1);
  expect(pictures).toHaveLength(1);
  fireEvent.pointerLeave(screen.getByTestId("picture"));
  expect(screen.getByText("at rest")).toBeTruthy();
});

test("touch, images and videos without a storyboard do not scrub; an address that fails is reported", () => {
  const { rerender } = render(<Card item={reel} />);
  over(50, "touch");
  expect(pictures).toHaveLength(0);
  rerender(<Card item={{ ...reel, storyboard: null }} />);
  over(50);
  expect(pictures).toHaveLength(0);
  rerender(<Card item={reel} />);
  over(50);
  act(() => void pictures[0]?.dispatchEvent(new Event("error")));
  expect(onFailed).toHaveBeenCalledWith("i1");
});
