import { useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../ui/screen.tsx";
import { countsOf } from "../../entities/spaces/spaces.queries.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { EmptyShared } from "./empty-views.tsx";
import { ItemsView } from "./items-view.tsx";
import { listIn } from "../../entities/items/items.queries.ts";
import type { SectionFrame } from "./trash/trash.screen.tsx";
import { useViewPreference } from "../../entities/items/use-view-preference.ts";
import { ViewTools } from "./view-tools.tsx";

/** All items with a link, newest link first. */
export function SharedScreen({ frame: Frame = Screen }: { frame?: SectionFrame }): ReactNode {
  const { t } = useTranslation("library");
  const { preference, change } = useViewPreference("shared");
  const space = useSpace();
  const { data: counts } = useQuery(countsOf(space.ref, space.asMember));
  const list = useMemo(
    () => listIn(space, { view: "shared", type: null, folderId: null, sort: preference.sort }),
    [space, preference.sort],
  );
  const title = t(space.isPersonal ? "views.shared.title" : "workspace.shared");
  return (
    <ItemsView
      list={list}
      preference={preference}
      onSort={(sort) => change({ sort })}
      label={title}
      total={counts?.shared}
      empty={<EmptyShared space={space} />}
      frame={(body, isEmpty) => (
        <Frame
          title={title}
          count={counts?.shared || undefined}
          actions={!isEmpty && <ViewTools preference={preference} onChange={change} />}
        >
          {body}
        </Frame>
      )}
    />
  );
}
