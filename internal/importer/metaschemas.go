package importer

// metaschema returns the resource of a metaschema of JSON Schema, or nil.
func (im *importer) metaschema(uri string) *resource { return nil }
