package main

import (
	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/helper"
)

// protocols is the one place that knows which packages there are.
var protocols = []protocol{
	{"agh", agh.RootType, agh.Lookup},
	{"helper", helper.RootType, helper.Lookup},
}
