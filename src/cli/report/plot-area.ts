/** Where a plot's lines may go; around it stand the labels. */
export interface PlotArea {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const WIDTH = 880;

/** The area of a plot that leaves this much room for labels at its right and below. */
export const plotArea = (height: number, atRight: number, below: number): PlotArea => ({
  width: WIDTH,
  height,
  left: 60,
  right: WIDTH - atRight,
  top: 10,
  bottom: height - below,
});
