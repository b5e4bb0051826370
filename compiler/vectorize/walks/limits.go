package walks

// maxVisited bounds how many values one analysis visits, so that it stays linear on large expressions. Costs and
// distances stand in target.Walks.
const maxVisited = 1000
