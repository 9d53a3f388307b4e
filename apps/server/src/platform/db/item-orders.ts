/** Order of a list of items. */
export type ItemOrder = "newest" | "oldest" | "name";

/** Texts for the slots of a statement with each order. The statement fills `{time}` and `{title}`. */
export const ORDER_SLOTS: Readonly<Record<ItemOrder, Readonly<Record<string, string>>>> = {
  newest: { key: "{time}", keyType: "timestamptz", direction: "desc", after: "<" },
  oldest: { key: "{time}", keyType: "timestamptz", direction: "asc", after: ">" },
  name: { key: '{title} collate "natural"', keyType: "text", direction: "asc", after: ">" },
};

/** Positions before the first row of a list: with them, first and further pages share a statement. */
export const BEFORE_FIRST: Readonly<Record<ItemOrder, { key: string; id: string }>> = {
  newest: { key: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" },
  oldest: { key: "-infinity", id: "00000000-0000-0000-0000-000000000000" },
  name: { key: "", id: "00000000-0000-0000-0000-000000000000" },
};

/** Returns whether the sort key of a list is a time. */
export const isDated = (order: ItemOrder): boolean => order !== "name";
