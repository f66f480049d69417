export const NODE_TYPES = ['psmf-impute', 'psmf-filter', 'psmf-changepoint'] as const;
