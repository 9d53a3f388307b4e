import { VisuallyHidden } from "@stillreel/ui";
import { Menu, MenuItem, useDisclosure } from "@stillreel/ui/primitives";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, type ReactNode } from "react";
import styles from "./control-menu.module.css";

/** One choice of several. */
export interface Choice {
  key: string;
  label: string;
  /** Undefined for an action that is not one of the choices. */
  isChosen?: boolean | undefined;
  choose(): void;
}

interface Props {
  /** Name of the button and of its menu. */
  label: string;
  /** Visible content of the button. */
  face: ReactNode;
  isOn?: boolean;
  choices: readonly Choice[];
  onOpen(isOpen: boolean): void;
}

/** A button of the controls with a menu of choices above it. */
export function ControlMenu({ label, face, isOn = false, choices, onOpen }: Props): ReactNode {
  const { opener, isOpen, toggle, close } = useDisclosure();
  useEffect(() => {
    if (!isOpen) return undefined;
    onOpen(true);
    return () => onOpen(false);
  }, [isOpen, onOpen]);
  return (
    <div className={styles.box}>
      <button
        ref={opener}
        type="button"
        className={styles.button}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-on={isOn || undefined}
        onClick={toggle}
      >
        <VisuallyHidden>{label}</VisuallyHidden>
        {face}
      </button>
      {isOpen && (
        <Menu className={styles.menu} label={label} opener={opener} onClose={close}>
          {choices.map((choice) => (
            <MenuItem key={choice.key} className={styles.choice} isChecked={choice.isChosen} onSelect={choice.choose}>
              <span>{choice.label}</span>
              {choice.isChosen === true && <IconCheck size={16} stroke={2} aria-hidden="true" />}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
