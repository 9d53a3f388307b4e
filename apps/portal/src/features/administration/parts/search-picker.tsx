import { CloseButton, TextInput } from "@mantine/core";
import { Avatar } from "@stillreel/ui";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./search-picker.module.css";

/** An option of a {@link SearchPicker}. */
export interface PickedOption {
  id: string;
  name: string;
  /** Second line, for example an e-mail address. */
  text?: string;
  photoURL?: string | null;
}

interface Props {
  label: string;
  placeholder: string;
  /** Text when nothing matches. */
  none: string;
  picked: PickedOption | null;
  options: readonly PickedOption[];
  isSearching: boolean;
  error?: string | undefined;
  typed: string;
  onType: (typed: string) => void;
  onPick: (option: PickedOption | null) => void;
}

/** The open state of the list and its active option, with the keys of the field. */
function useList({ picked, options, onType, onPick }: Pick<Props, "picked" | "options" | "onType" | "onPick">) {
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const isShown = isOpen && picked === null;
  const active = Math.min(at, Math.max(0, options.length - 1));
  const pick = (option: PickedOption): void => {
    onPick(option);
    onType("");
    setOpen(false);
  };
  const move = (step: 1 | -1): void => {
    setOpen(true);
    if (isShown && options.length > 0) setAt((active + step + options.length) % options.length);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const chosen = options[active];
    if (key === "Backspace" && picked !== null) return onPick(null);
    if (key !== "ArrowDown" && key !== "ArrowUp" && !(isShown && (key === "Escape" || key === "Enter"))) return;
    event.preventDefault();
    // Escape closes the list, not the dialog around it.
    event.stopPropagation();
    if (key === "Escape") setOpen(false);
    else if (key !== "Enter") move(key === "ArrowDown" ? 1 : -1);
    else if (chosen) pick(chosen);
  };
  const type = (typed: string): void => {
    setOpen(true);
    setAt(0);
    onType(typed);
  };
  return { isShown, active, pick, handleKey, type, open: () => setOpen(true), close: () => setOpen(false) };
}

/** A field that searches while typing, with a list of options. The picked option replaces the text, until it is cleared. */
export function SearchPicker(props: Props): ReactNode {
  const { label, placeholder, picked, options, error, typed, onPick } = props;
  const { t } = useTranslation("administration");
  const id = useId();
  const list = useList(props);
  const field = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    onPick(null);
    field.current?.focus();
  };
  return (
    <div className={styles.picker} onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && list.close()}>
      <TextInput
        ref={field}
        label={label}
        role="combobox"
        autoComplete="off"
        aria-expanded={list.isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={list.isShown && options.length > 0 ? `${id}-${list.active}` : undefined}
        placeholder={placeholder}
        maxLength={100}
        value={picked?.name ?? typed}
        readOnly={picked !== null}
        error={error}
        leftSection={picked?.photoURL === undefined ? null : <Avatar name={picked.name} src={picked.photoURL} size={22} />}
        rightSection={picked && <CloseButton size="sm" aria-label={t("picker.clear", { label })} onClick={clear} />}
        onFocus={list.open}
        onClick={list.open}
        onChange={({ currentTarget }) => list.type(currentTarget.value)}
        onKeyDown={list.handleKey}
      />
      {list.isShown && <Options {...props} id={id} active={list.active} onChoose={list.pick} />}
    </div>
  );
}

interface OptionsProps extends Pick<Props, "label" | "none" | "options" | "isSearching"> {
  id: string;
  active: number;
  onChoose: (option: PickedOption) => void;
}

function Options({ id, label, none, options, isSearching, active, onChoose }: OptionsProps): ReactNode {
  return (
    <div className={`${styles.list} on-raised`}>
      <div id={`${id}-list`} role="listbox" aria-label={label} aria-busy={isSearching}>
        {options.map((option, index) => (
          // Keyboard users choose from the text field.
          <div
            key={option.id}
            id={`${id}-${index}`}
            className={styles.option}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            ref={(node) => {
              if (index === active) node?.scrollIntoView?.({ block: "nearest" });
            }}
            onPointerDown={(event) => {
              // Otherwise the field would lose the focus, and the list would close before the choice.
              event.preventDefault();
              onChoose(option);
            }}
          >
            {option.photoURL !== undefined && <Avatar name={option.name} src={option.photoURL} size={28} />}
            <span className={styles.names}>
              <Line text={option.name} />
              {option.text !== undefined && <Line text={option.text} className={styles.text} />}
            </span>
          </div>
        ))}
      </div>
      {options.length === 0 && !isSearching && (
        <p className={styles.none} role="status">
          {none}
        </p>
      )}
    </div>
  );
}

function Line({ text, className = "" }: { text: string; className?: string | undefined }): ReactNode {
  return (
    <span className={`${styles.line} ${className}`}>
      <bdi>{text}</bdi>
    </span>
  );
}
