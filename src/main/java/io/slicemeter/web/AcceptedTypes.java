package io.slicemeter.web;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.ContentNegotiationStrategy;
import org.springframework.web.context.request.NativeWebRequest;

/// Reads `Accept`. What is answered is UTF-8 without parameters, so a client's parameters
/// are not echoed: another charset is refused, as is what has a weight of 0.
class AcceptedTypes implements ContentNegotiationStrategy {

	@Override
	public List<MediaType> resolveMediaTypes(NativeWebRequest request) throws HttpMediaTypeNotAcceptableException {
		String[] headers = request.getHeaderValues(HttpHeaders.ACCEPT);
		if (headers == null) {
			return MEDIA_TYPE_ALL_LIST;
		}
		List<MediaType> given = parse(List.of(headers));
		List<MediaType> acceptable = given.stream()
			.filter(AcceptedTypes::isPossible)
			.map(AcceptedTypes::withoutParameters)
			.toList();
		if (acceptable.isEmpty() && !given.isEmpty()) {
			throw new HttpMediaTypeNotAcceptableException("What 'Accept' names is not offered here");
		}
		return acceptable.isEmpty() ? MEDIA_TYPE_ALL_LIST : acceptable;
	}

	private static List<MediaType> parse(List<String> headers) throws HttpMediaTypeNotAcceptableException {
		try {
			List<MediaType> types = MediaType.parseMediaTypes(headers);
			MimeTypeUtils.sortBySpecificity(types);
			return types;
		}
		catch (IllegalArgumentException ex) {
			throw new HttpMediaTypeNotAcceptableException("'Accept' can't be read");
		}
	}

	private static boolean isPossible(MediaType type) {
		try {
			return type.getQualityValue() > 0
					&& (type.getCharset() == null || StandardCharsets.UTF_8.equals(type.getCharset()));
		}
		catch (IllegalArgumentException ex) {
			// a charset that the JDK does not know
			return false;
		}
	}

	private static MediaType withoutParameters(MediaType type) {
		MediaType plain = new MediaType(type.getType(), type.getSubtype());
		return (type.getParameter("q") != null) ? plain.copyQualityValue(type) : plain;
	}

}
