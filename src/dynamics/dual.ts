/**
 * A number with its derivatives in every direction that is asked for: forward-mode differentiation. Each operation
 * applies the chain rule, so what a function of duals returns carries its exact Jacobian.
 */
export class Dual {
  constructor(
    readonly value: number,
    readonly partials: Float64Array,
  ) {}

  plus(other: Dual | number): Dual {
    return this.#combine(other, this.value + valueOf(other), 1, 1);
  }

  minus(other: Dual | number): Dual {
    return this.#combine(other, this.value - valueOf(other), 1, -1);
  }

  times(other: Dual | number): Dual {
    return this.#combine(other, this.value * valueOf(other), valueOf(other), this.value);
  }

  over(other: Dual | number): Dual {
    const divisor = valueOf(other);
    return this.#combine(other, this.value / divisor, 1 / divisor, -this.value / (divisor * divisor));
  }

  negated(): Dual {
    return this.#chain(-this.value, -1);
  }

  /** this^exponent for a fixed exponent. */
  power(exponent: number): Dual {
    return this.#chain(this.value ** exponent, exponent === 0 ? 0 : exponent * this.value ** (exponent - 1));
  }

  sqrt(): Dual {
    const root = Math.sqrt(this.value);
    return this.#chain(root, 0.5 / root);
  }

  exp(): Dual {
    const power = Math.exp(this.value);
    return this.#chain(power, power);
  }

  log(): Dual {
    return this.#chain(Math.log(this.value), 1 / this.value);
  }

  sin(): Dual {
    return this.#chain(Math.sin(this.value), Math.cos(this.value));
  }

  cos(): Dual {
    return this.#chain(Math.cos(this.value), -Math.sin(this.value));
  }

  tanh(): Dual {
    const value = Math.tanh(this.value);
    return this.#chain(value, 1 - value * value);
  }

  /** The slope at zero is taken as zero. */
  abs(): Dual {
    return this.#chain(Math.abs(this.value), Math.sign(this.value));
  }

  #chain(value: number, slope: number): Dual {
    const partials = new Float64Array(this.partials.length);
    for (let i = 0; i < partials.length; i++) partials[i] = slope * this.partials[i];
    return new Dual(value, partials);
  }

  #combine(other: Dual | number, value: number, slope: number, otherSlope: number): Dual {
    if (typeof other === 'number') return this.#chain(value, slope);
    const partials = new Float64Array(this.partials.length);
    for (let i = 0; i < partials.length; i++) {
      partials[i] = slope * this.partials[i] + otherSlope * other.partials[i];
    }
    return new Dual(value, partials);
  }
}

const valueOf = (operand: Dual | number): number => (typeof operand === 'number' ? operand : operand.value);

/** Variable `index` of `count`: its derivative is 1 in its own direction and 0 in the others. */
export function variable(value: number, index: number, count: number): Dual {
  const partials = new Float64Array(count);
  partials[index] = 1;
  return new Dual(value, partials);
}
