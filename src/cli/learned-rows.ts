/** Which row of the file each learned frame was: they part where rows are late. Keeps one entry for each run of late rows. */
export class LearnedRows {
  /** Frames learned before a run of late rows, and rows late up to its end. */
  readonly #runs: { readonly frames: number; late: number }[] = [];
  #frames = 0;
  #late = 0;

  get late(): number {
    return this.#late;
  }

  addLearned(): void {
    this.#frames++;
  }

  addLate(): void {
    this.#late++;
    const last = this.#runs.at(-1);
    if (last?.frames === this.#frames) last.late = this.#late;
    else this.#runs.push({ frames: this.#frames, late: this.#late });
  }

  /** The row of frame `index`, both counted from 0. */
  rowOf(index: number): number {
    let k = this.#runs.length - 1;
    while (k >= 0 && this.#runs[k].frames > index) k--;
    return index + (k < 0 ? 0 : this.#runs[k].late);
  }
}
