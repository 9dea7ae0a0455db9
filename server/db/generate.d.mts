export declare function generateMigrations(out: string, more?: string[]): string[];
