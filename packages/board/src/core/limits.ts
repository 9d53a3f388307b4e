import { BOARD_BYTES_MAX, BOARD_ELEMENTS_MAX, BOARD_IMAGES_MAX, BOARD_WARN_SHARE, type BoardElement } from "@stillreel/contract";
import { bytesOf } from "./fields.ts";

/** A limit of a board that is near or reached. */
export interface LimitNotice {
  of: "elements" | "bytes" | "images";
  used: number;
  most: number;
  isReached: boolean;
}

interface Counted {
  bytes: number;
  isShown: boolean;
  isImage: boolean;
}

/** Counts elements, bytes and images of a board without reading all elements after each change. */
export function createLimits() {
  const known = new Map<string, Counted>();
  const used = { elements: 0, bytes: 0, images: 0 };
  const add = ({ bytes, isShown, isImage }: Counted, by: 1 | -1): void => {
    used.bytes += by * bytes;
    if (isShown) used.elements += by;
    if (isShown && isImage) used.images += by;
  };
  return {
    /** Counts the present state of an element instead of its last one. */
    count(element: BoardElement): void {
      const before = known.get(element.id);
      if (before) add(before, -1);
      const next = {
        bytes: bytesOf(element),
        isShown: !element.isDeleted,
        isImage: element.fileId !== undefined && element.fileId !== null,
      };
      known.set(element.id, next);
      add(next, 1);
    },
    forget(id: string): void {
      const before = known.get(id);
      if (before) add(before, -1);
      known.delete(id);
    },
    /** Returns the limit that is used most, if it is near; otherwise null. */
    notice(): LimitNotice | null {
      const all: LimitNotice[] = (
        [
          ["elements", BOARD_ELEMENTS_MAX],
          ["bytes", BOARD_BYTES_MAX],
          ["images", BOARD_IMAGES_MAX],
        ] as const
      ).map(([of, most]) => ({ of, most, used: used[of], isReached: used[of] >= most }));
      const [highest] = all.toSorted((a, b) => b.used / b.most - a.used / a.most);
      return highest && highest.used >= highest.most * BOARD_WARN_SHARE ? highest : null;
    },
  };
}
