import type { ReactNode } from "react";
import styles from "../create-workspace.module.css";

/** Illustration of frames side by side. Decorative. */
export function TeamArt(): ReactNode {
  return (
    <svg className={styles.art} viewBox="0 0 640 540" aria-hidden="true">
      <Still x={20} y={20} width={300} height={188} fill="#FFE7D2">
        <circle cx="238" cy="96" r="58" fill="#F7A13C" />
        <path d="M0 158c70-26 118-4 168-18s90-22 132-6v54H0Z" fill="#1F8A6B" />
        <rect x="24" y="34" width="112" height="16" rx="3" fill="#2B1E52" />
        <rect x="24" y="58" width="88" height="16" rx="3" fill="#2B1E52" />
        <rect x="24" y="92" width="64" height="18" rx="9" fill="#E4572E" />
      </Still>
      <Reel x={292} y={112} width={330} height={206} fill="#F2F2F5">
        <rect width="330" height="16" fill="#1B1A20" />
        {["#0E6B5C", "#2F6FB4", "#E4572E", "#9A9AA6"].map((fill, index) => (
          <rect key={fill} x={60 + (index % 2) * 112} y={40 + Math.floor(index / 2) * 78} width="98" height="64" rx="8" fill={fill} />
        ))}
      </Reel>
      <Reel x={60} y={270} width={250} height={156} fill="#2F4A42">
        <rect x="28" y="18" width="70" height="52" rx="4" fill="#8DC4AC" />
        <circle cx="142" cy="76" r="34" fill="#7B4A32" />
        <path d="M74 156c6-44 34-62 68-62s62 18 68 62Z" fill="#E0B23C" />
      </Reel>
      <Still x={330} y={346} width={280} height={176} fill="#17161C">
        <path d="m18 74 30-18 26 12 30-30 28 24 30-10" fill="none" stroke="#E4572E" strokeWidth="3" />
        <path d="m176 70 24-8 22 10 26-32 20 8" fill="none" stroke="#6FA4E8" strokeWidth="3" />
        {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((bar) => (
          <rect
            key={bar}
            x={20 + bar * 27}
            y={158 - ((bar * 37) % 50) - 12}
            width="18"
            height={((bar * 37) % 50) + 12}
            rx="2"
            fill="#D8412F"
          />
        ))}
      </Still>
      <Face x={300} y={96} skin="#F2C6A6" hair="#2B1E28" shirt="#B8447B" />
      <Face x={318} y={316} skin="#7B4A32" hair="#1B1A20" shirt="#E0B23C" />
      <Face x={606} y={350} skin="#DDB08C" hair="#5E8A86" shirt="#2F6FB4" />
    </svg>
  );
}

interface FrameProps {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
  children: ReactNode;
}

function Still({ x, y, width, height, fill, children }: FrameProps): ReactNode {
  return (
    <svg x={x} y={y} width={width} height={height}>
      <rect width={width} height={height} rx="4" fill={fill} />
      {children}
      <rect x="0.5" y="0.5" width={width - 1} height={height - 1} rx="4" fill="none" stroke="var(--ring)" />
    </svg>
  );
}

/** A frame with rounded corners that clips its content. */
function Reel({ x, y, width, height, fill, children }: FrameProps): ReactNode {
  const id = `reel-${x}-${y}`;
  return (
    <svg x={x} y={y} width={width} height={height}>
      <clipPath id={id}>
        <rect width={width} height={height} rx="16" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect width={width} height={height} fill={fill} />
        {children}
      </g>
      <rect x="0.5" y="0.5" width={width - 1} height={height - 1} rx="16" fill="none" stroke="var(--ring)" />
    </svg>
  );
}

function Face({ x, y, skin, hair, shirt }: { x: number; y: number; skin: string; hair: string; shirt: string }): ReactNode {
  const id = `face-${x}`;
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="29" fill="var(--accent)" />
      <circle r="26" fill="var(--canvas)" />
      <clipPath id={id}>
        <circle r="22" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <circle r="22" fill="#D5DDE3" />
        <circle cy="-3" r="13" fill={hair} />
        <ellipse cy="0" rx="9" ry="11" fill={skin} />
        <path d="M-18 24c1-10 8-13 18-13s17 3 18 13Z" fill={shirt} />
      </g>
    </g>
  );
}
