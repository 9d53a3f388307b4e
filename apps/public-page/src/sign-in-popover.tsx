import { useTexts } from "@stillreel/watch/player";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in.module.css";
import type { Visitor, Wish } from "./use-visitor.ts";

const GAP = 10;
const FOCUSABLE = "a[href], button, input";

/** The form beside the button that asked for it; on narrow screens a sheet from below. Escape and a press outside give up. */
export function SignInPopover({ wish, anchor, visitor }: { wish: Wish; anchor: HTMLElement; visitor: Visitor }): ReactNode {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const giveUp = useEffectEvent(() => visitor.giveUp());
  useLayoutEffect(() => {
    const place = (): void => {
      if (!box.current) return;
      const at = anchor.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = box.current;
      const left = Math.max(GAP, Math.min(at.right - width, innerWidth - width - GAP));
      const below = at.bottom + GAP + height <= innerHeight - GAP;
      box.current.style.left = `${left}px`;
      box.current.style.top = `${Math.max(GAP, below ? at.bottom + GAP : at.top - GAP - height)}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    if (box.current) observer.observe(box.current);
    addEventListener("resize", place);
    return () => {
      observer.disconnect();
      removeEventListener("resize", place);
    };
  }, [anchor]);
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === "Escape") visitor.giveUp();
    if (event.key !== "Tab") return;
    const stops = [...(box.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const [first, last] = [stops[0], stops.at(-1)];
    const isLeaving = event.shiftKey ? document.activeElement === first : document.activeElement === last;
    if (!isLeaving) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  });
  useEffect(() => {
    const press = (event: PointerEvent): void => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !anchor.contains(target)) giveUp();
    };
    const type = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("keydown", type, true);
    return () => {
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("keydown", type, true);
      anchor.focus();
    };
  }, [anchor]);
  return createPortal(
    <div className={styles.ground}>
      <div ref={box} tabIndex={-1} className={styles.popover} role="dialog" aria-modal="true" aria-label={t(`page.signIn.title.${wish}`)}>
        <SignInForm wish={wish} visitor={visitor} />
      </div>
    </div>,
    document.body,
  );
}
