/** A bar on stderr, when that is a terminal; nothing otherwise. */
export interface Progress {
  tick(): void;
  done(): void;
}

const WIDTH = 30;

export function progress(total: number, label: string): Progress {
  if (!process.stderr.isTTY) return { tick: () => undefined, done: () => undefined };
  let count = 0;
  let shown = -1;
  const draw = (): void => {
    const filled = Math.floor((WIDTH * count) / Math.max(1, total));
    const percent = Math.floor((100 * count) / Math.max(1, total));
    if (percent === shown) return;
    shown = percent;
    process.stderr.write(`\r${label} [${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${percent} %`);
  };
  draw();
  return {
    tick: () => {
      count++;
      draw();
    },
    done: () => void process.stderr.write('\r\x1b[K'),
  };
}
