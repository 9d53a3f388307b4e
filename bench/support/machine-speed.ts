import net from "node:net";
import { median } from "./load.ts";

const RUNS = 3;
const ADDITIONS = 100_000_000;
const ECHOES = 3_000;

/** Speed of the machine immediately before a part. Absolute times of two parts compare only where these are similar. */
export interface MachineSpeed {
  /** Duration of a fixed number of additions on one core, in milliseconds. */
  loopMs: number;
  /** Messages of one byte that a socket of this process sends and receives over loopback in a second, one after another. */
  echoesPerSecond: number;
}

// A function: V8 optimizes its loop as a whole.
function addUp(): number {
  let sum = 0;
  for (let each = 0; each < ADDITIONS; each += 1) sum += each;
  return sum;
}

function loopMs(): number {
  const began = performance.now();
  addUp();
  return performance.now() - began;
}

/** Returns the duration of all echoes in milliseconds. */
function echoesMs(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let left = ECHOES;
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true }, () => socket.write("."));
    socket.on("error", reject);
    socket.on("data", () => {
      left -= 1;
      if (left > 0) return void socket.write(".");
      socket.destroy();
      resolve(performance.now() - began);
    });
  });
}

/** Measures the speed of the machine: medians of three, about a second in all. */
export async function machineSpeed(): Promise<MachineSpeed> {
  const server = net.createServer({ noDelay: true }, (socket) => socket.pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const loops: number[] = [];
  const echoes: number[] = [];
  try {
    for (let run = 0; run < RUNS; run += 1) {
      loops.push(loopMs());
      echoes.push(await echoesMs(port));
    }
  } finally {
    server.close();
  }
  return { loopMs: median(loops), echoesPerSecond: (ECHOES / median(echoes)) * 1_000 };
}
