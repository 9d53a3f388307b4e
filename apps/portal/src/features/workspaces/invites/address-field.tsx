import { IconAlertCircle, IconX } from "@tabler/icons-react";
import { useId, useRef, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./address-field.module.css";
import { addAddresses, isAddress, splitAddresses } from "./addresses.ts";

interface Props {
  label: string;
  hint: string;
  addresses: readonly string[];
  /** Typed text that is not a chip yet. */
  typed: string;
  /** Error message below the field. */
  error: string | undefined;
  onChange: (addresses: string[], typed: string) => void;
}

/** Keys that complete an address. */
const ENDS = new Set(["Enter", ",", ";", " "]);

/** Field for several e-mail addresses as chips: typed or pasted as a list; Backspace edits the last one. */
export function AddressField({ label, hint, addresses, typed, error, onChange }: Props): ReactNode {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const remove = (address: string): void => {
    onChange(
      addresses.filter((known) => known !== address),
      typed,
    );
    field.current?.focus();
  };
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {/* A click beside the text focuses the field. Keyboard users reach it by Tab. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys are handled by the field */}
      <div
        className={styles.field}
        data-error={error !== undefined || undefined}
        onClick={({ target, currentTarget }) => target === currentTarget && field.current?.focus()}
      >
        <Chips addresses={addresses} onRemove={remove} />
        <input
          ref={field}
          id={id}
          data-first-focus
          dir="ltr"
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-about`}
          onChange={(event) => onChange([...addresses], event.currentTarget.value)}
          {...typingHandlers({ addresses, typed, onChange })}
        />
      </div>
      <p id={`${id}-about`} className={error === undefined ? styles.hint : styles.error} role={error === undefined ? undefined : "alert"}>
        {error ?? hint}
      </p>
    </div>
  );
}

/** Event handlers of the input that complete the typed address or edit the last one. */
function typingHandlers({ addresses, typed, onChange }: Pick<Props, "addresses" | "typed" | "onChange">): ComponentProps<"input"> {
  const add = (text: string): void => onChange(addAddresses(addresses, splitAddresses(text)), "");
  return {
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return;
      if (ENDS.has(event.key) && typed.trim() !== "") add(typed);
      else if (event.key === "Backspace" && typed === "" && addresses.length > 0) onChange(addresses.slice(0, -1), addresses.at(-1) ?? "");
      // In an empty field these keys have no function; Enter submits the form.
      else if (!ENDS.has(event.key) || event.key === "Enter") return;
      event.preventDefault();
    },
    onPaste: (event) => {
      const text = event.clipboardData.getData("text");
      // A single address may be pasted into the typed text.
      if (!/[\s,;]/u.test(text.trim())) return;
      event.preventDefault();
      add(`${typed} ${text}`);
    },
    onBlur: () => {
      if (typed.trim() !== "") add(typed);
    },
  };
}

/** The completed addresses, each with a button that removes it. */
function Chips({ addresses, onRemove }: { addresses: readonly string[]; onRemove: (address: string) => void }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <ul className={styles.chips} aria-label={t("invite.chosen")}>
      {addresses.map((address) => (
        <li key={address} className={styles.chip} data-wrong={!isAddress(address) || undefined}>
          {!isAddress(address) && <IconAlertCircle size={14} stroke={1.8} role="img" aria-label={t("invite.wrong")} />}
          <bdi>{address}</bdi>
          <button type="button" onClick={() => onRemove(address)} aria-label={t("invite.drop", { address })}>
            <IconX size={13} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
