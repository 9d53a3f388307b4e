import type { Person } from "./people.ts";
import type { Screen } from "./screen.ts";

/** Lists the tabs of the administration. Tabs with simple tables are variants. */
export function administrationScreens(administrator: Person): Screen[] {
  const tab = (name: string, landmark: Screen["landmark"], isVariant: boolean): Screen => ({
    name: `administration-${name}`,
    path: `/admin/${name}`,
    person: administrator,
    isVariant,
    landmark,
  });
  return [
    tab("people", { role: "table", name: "People" }, true),
    tab("storage", { role: "heading", name: "Largest libraries and workspaces" }, false),
    tab("reports", { role: "radiogroup", name: "State" }, true),
    tab("jobs", { role: "radiogroup", name: "State" }, true),
    tab("server", { role: "heading", name: "Rate limits" }, false),
    tab("health", { role: "list", name: "Health" }, true),
  ];
}
