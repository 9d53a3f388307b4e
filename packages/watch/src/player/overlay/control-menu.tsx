import { Unseen } from "@stillreel/ui";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import styles from "./control-menu.module.css";

/** One choice of several. */
export interface Choice {
  key: string;
  label: string;
  isChosen: boolean;
  choose(): void;
}

interface Props {
  /** Name of the button and of its menu. */
  label: string;
  /** Visible content of the button. */
  face: ReactNode;
  isOn?: boolean;
  choices: readonly Choice[];
  onOpen?(isOpen: boolean): void;
}

/** A button of the controls with a menu of choices above it. Arrow keys move, Escape closes. */
export function ControlMenu({ label, face, isOn = false, choices, onOpen }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = (next: boolean): void => {
    setOpen(next);
    onOpen?.(next);
  };
  const close = (): void => {
    open(false);
    button.current?.focus();
  };
  const closeOutside = useEffectEvent((target: Node) => {
    if (!box.current?.contains(target)) open(false);
  });
  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    const press = (event: PointerEvent): void => closeOutside(event.target as Node);
    document.addEventListener("pointerdown", press, true);
    return () => document.removeEventListener("pointerdown", press, true);
  }, [isOpen]);
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitemradio]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Escape") close();
    else if (event.key === "Tab") return open(false);
    else if (target === undefined) return;
    else items[(target + items.length) % items.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} className={styles.box}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-on={isOn || undefined}
        onClick={() => open(!isOpen)}
      >
        <Unseen>{label}</Unseen>
        {face}
      </button>
      {isOpen && (
        <div className={styles.menu} role="menu" aria-label={label} tabIndex={-1} onKeyDown={handleKey}>
          {choices.map((choice) => (
            <button
              key={choice.key}
              type="button"
              role="menuitemradio"
              aria-checked={choice.isChosen}
              className={styles.choice}
              onClick={() => {
                choice.choose();
                close();
              }}
            >
              <span>{choice.label}</span>
              {choice.isChosen && <IconCheck size={16} stroke={2} aria-hidden="true" />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
