import { useRef, useState, type RefObject } from "react";

/** State of a menu or popover beside a button, with the ref for the button. */
export interface Disclosure {
  opener: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  toggle(): void;
  close(): void;
}

/** Holds whether the menu or popover of a button is open. */
export function useDisclosure(): Disclosure {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return { opener, isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
