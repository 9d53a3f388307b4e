import type { CompositionInput } from "../../platform/ports/video.port.ts";

/** Chains of filters with their labels and inputs, while they are compiled. */
export class Graph {
  readonly inputs: CompositionInput[] = [];
  readonly #chains: string[] = [];
  #count = 0;

  /** Adds an input and returns the label of its pictures. */
  input(input: CompositionInput): string {
    this.inputs.push(input);
    return `${this.inputs.length - 1}:v`;
  }

  /** Adds an image, which is one frame. */
  image(path: string): string {
    return this.input({ path, mimeType: "image/png", start: 0, end: null, at: 0, rotation: 0, tracks: { video: true, audio: false } });
  }

  /** Adds a chain and returns the label of its output. */
  chain(from: readonly string[], filters: readonly string[]): string {
    const [label = ""] = this.split(from, filters, 1);
    return label;
  }

  /** Adds a chain that ends with a filter of several outputs. */
  split(from: readonly string[], filters: readonly string[], count: number): string[] {
    const labels = Array.from({ length: count }, () => `l${(this.#count += 1)}`);
    const mark = (names: readonly string[]): string => names.map((name) => `[${name}]`).join("");
    this.#chains.push(`${mark(from)}${filters.length > 0 ? filters.join(",") : "null"}${mark(labels)}`);
    return labels;
  }

  /** Returns the graph, whose output is `[v]`. */
  end(from: string, filters: readonly string[]): string {
    return [...this.#chains, `[${from}]${filters.join(",")}[v]`].join(";");
  }
}
