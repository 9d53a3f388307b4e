import { useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../shell/screen.tsx";
import { countsQuery } from "../account/index.ts";
import { EmptyShared } from "./empty-views.tsx";
import { ItemsView } from "./items-view.tsx";
import { personalList } from "./library.queries.ts";
import { useViewPreference } from "./use-view-preference.ts";
import { ViewTools } from "./view-tools.tsx";

/** Everything that others can open by a link, newest link first. */
export function SharedScreen(): ReactNode {
  const { t } = useTranslation("library");
  const { preference, change } = useViewPreference("shared");
  const { data: counts } = useQuery(countsQuery);
  const list = useMemo(() => personalList("shared", null, preference.sort), [preference.sort]);
  return (
    <ItemsView
      list={list}
      preference={preference}
      onSort={(sort) => change({ sort })}
      label={t("views.shared.title")}
      total={counts?.shared}
      empty={<EmptyShared />}
      frame={(body, isEmpty) => (
        <Screen
          title={t("views.shared.title")}
          count={counts?.shared || undefined}
          actions={!isEmpty && <ViewTools preference={preference} onChange={change} />}
        >
          {body}
        </Screen>
      )}
    />
  );
}
