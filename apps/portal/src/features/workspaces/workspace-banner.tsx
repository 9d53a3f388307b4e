import { useState, type ReactNode } from "react";
import type { WorkspaceView } from "../../entities/workspaces/workspaces.queries.ts";
import styles from "./workspace-header.module.css";

/** Banner of a workspace, or a strip of frames. Decorative. */
export function WorkspaceBanner({ workspace }: { workspace: Pick<WorkspaceView, "thumbnail"> }): ReactNode {
  const [broken, setBroken] = useState<string>();
  const { thumbnail } = workspace;
  return (
    <div className={styles.banner} aria-hidden="true">
      {thumbnail && broken !== thumbnail ? <img src={thumbnail} alt="" onError={() => setBroken(thumbnail)} /> : <Strip />}
    </div>
  );
}

/** Frame widths of the strip; odd frames are videos with a rounded end. */
const FRAMES = [150, 210, 120, 240, 170, 140, 230, 130, 200, 160];

function Strip(): ReactNode {
  let x = -30;
  return (
    <svg viewBox="0 0 1120 118" preserveAspectRatio="xMidYMid slice">
      {FRAMES.map((width, index) => {
        const left = x;
        x += width + 10;
        const end = index % 2 ? 38 : 3;
        return (
          <path
            key={left}
            d={`M${left + 3} 22h${width - 3 - end}a${end} ${end} 0 0 1 ${end} ${end}v${76 - 2 * end}a${end} ${end} 0 0 1 ${-end} ${end}h${-(width - 3 - end)}a3 3 0 0 1-3-3V25a3 3 0 0 1 3-3z`}
            fill="var(--line-strong)"
            opacity={0.35 + (index % 3) * 0.2}
          />
        );
      })}
    </svg>
  );
}
