import HTTPServer

/// Names and values of a request's query.
enum QueryItems {
    /// In order, each name once; throws where one cannot be decoded or comes twice, for then one of the two would be
    /// left out unsaid.
    static func read(_ query: String) throws(Problem) -> [(String, String)] {
        guard let items = PercentCoding.queryItems(query) else { throw .brokenQuery }
        var names: Set<String> = []
        for (name, _) in items where !names.insert(name).inserted { throw .repeatedParameter(name) }
        return items
    }
}
