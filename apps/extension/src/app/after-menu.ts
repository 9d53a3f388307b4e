import { type AfterCapture, afterChoices, type SaveService } from "../capture/core/after-capture.ts";
import { onServer } from "../shared/core/server.ts";
import { t } from "../shared/data/i18n.ts";

/** Returns the entries of the menu for the step after a capture. An entry without an action opens the page that connects its service. */
export function afterMenu(
  services: readonly SaveService[],
  current: AfterCapture,
  onChoose: (action: AfterCapture) => void,
): { options: { value: string; label: string }[]; onChange: (value: string) => void } {
  const choices = afterChoices(services, current);
  return {
    options: choices.map(({ value, key }) => ({ value, label: t(key) })),
    onChange(value) {
      const action = choices.find((choice) => choice.value === value)?.action ?? null;
      if (action !== null) onChoose(action);
      else void chrome.tabs.create({ url: onServer("/integrations") });
    },
  };
}
