export const MODELS = ['ImputeModel', 'FilterModel', 'ChangeModel'] as const;
export type ModelName = (typeof MODELS)[number];
