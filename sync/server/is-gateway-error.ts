/** Whether a proxy answers in place of a server that it cannot reach. The shop's own errors have a body that names their code. */
export const isGatewayError = (status: number): boolean => status === 502 || status === 503 || status === 504;
